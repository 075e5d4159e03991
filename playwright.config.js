import { defineConfig } from "@playwright/test";

const port = Number(process.env.PORT ?? 4173);

export default defineConfig({
  testDir: "tests/page",
  testMatch: "**/*.spec.js",
  outputDir: "target/playwright",
  reporter: "list",
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  retries: 0,
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    trace: "off",
  },
  // Playwright's own browsers are not used: `make test-page` looks for installed
  // ones.
  projects: [
    {
      name: "chromium",
      use: {
        launchOptions: {
          executablePath: process.env.CHROMIUM,
          args: [
            "--disable-gpu",
            // No traffic of the browser's own.
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
          ],
        },
      },
    },
    {
      name: "firefox",
      // Through a newer protocol, which cannot save files or look into workers yet.
      grepInvert: /@chromium/,
      // What these look at is the same in both.
      testIgnore: /(access|charts|keyboard|reflow)\.spec\.js/,
      use: {
        browserName: "firefox",
        channel: "moz-firefox",
        launchOptions: { executablePath: process.env.FIREFOX },
      },
    },
  ],
  webServer: {
    // --dev: read each file anew and let nothing be cached.
    command: `node_modules/.bin/sirv dist --dev --quiet --host 127.0.0.1 --port ${port}`,
    port,
    reuseExistingServer: false,
  },
});
