// The published page is kept for use without a network; a newer version of it
// is announced, and taken when the reader says so.

import { byId } from "./dom.js";

/** Only the published page has a manifest, and so a service worker. */
const isPublished = () => document.querySelector('link[rel="manifest"]') !== null;

export async function keepOffline() {
  if (!isPublished() || !("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register("./service-worker.js", {
      updateViaCache: "none",
    });
    if (registration.waiting) announce(registration.waiting);
    watch(registration.installing);
    registration.addEventListener("updatefound", () => watch(registration.installing));
  } catch (error) {
    // As in a private window: the page works, though not without a network.
    console.info("Tiescope is not kept for use offline:", error);
  }
}

/** @param {ServiceWorker | null} installing */
function watch(installing) {
  installing?.addEventListener("statechange", () => {
    // The first one ever is no update.
    const isUpdate = navigator.serviceWorker.controller !== null;
    if (installing.state === "installed" && isUpdate) announce(installing);
  });
}

/** @param {ServiceWorker} next */
function announce(next) {
  byId("update", HTMLElement).hidden = false;
  byId("take-update", HTMLButtonElement).onclick = () => {
    const reload = () => {
      if (next.state === "activated") location.reload();
    };
    next.addEventListener("statechange", reload);
    next.postMessage("take over");
    reload(); // another tab may have taken it
  };
}
