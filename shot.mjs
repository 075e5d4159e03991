import { chromium } from "@playwright/test";
const [hash, out, ...acts] = process.argv.slice(2);
const sizes = (process.env.SIZES ?? "1440x900,1024x768,390x844").split(",").map(s=>s.split("x").map(Number));
const themes = (process.env.THEMES ?? "light,dark").split(",");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium" });
for (const [width,height] of sizes) for (const theme of themes) {
  const page = await browser.newPage({ viewport: {width,height}, colorScheme: theme });
  page.on("pageerror", e => console.log("ERR", e.message, e.stack));
  page.on("console", m => { if (m.type()==="error") console.log("CON", m.text()); });
  await page.goto("http://127.0.0.1:4199/" + hash);
  await page.waitForTimeout(700);
  for (const act of acts) {
    const [kind, ...rest] = act.split(":"); const arg = rest.join(":");
    if (kind==="click") await page.locator(arg).first().click();
    if (kind==="hover") await page.locator(arg).first().hover();
    if (kind==="wait") await page.waitForTimeout(Number(arg));
    if (kind==="button") await page.getByRole("button",{name:arg,exact:true}).first().click();
  }
  await page.screenshot({ path: `${out}-${width}-${theme}.png`, fullPage: process.env.FULL !== "0" });
  await page.close();
}
await browser.close();
