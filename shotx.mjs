import { chromium } from "@playwright/test";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium" });
const [show, file, ...rest] = process.argv.slice(2);
for (const [w,h,t] of (process.env.ONE? [[1440,900,"light"]] : [[1440,900,"light"],[390,844,"dark"]])) {
const p = await b.newPage({ viewport: {width:w,height:h}, colorScheme: t });
p.on("pageerror", e => console.log("ERR", e.stack)); p.on("console", m => m.type()==="error" && console.log("CON", m.text()));
await p.goto("http://127.0.0.1:4199/"); await p.locator("#chart svg").waitFor();
if (file!=="-") { await p.setInputFiles("#file", file); await p.waitForTimeout(1500); }
const t0=Date.now(); await p.evaluate((q)=>{location.hash="experiments?"+q},show); await p.waitForFunction(()=>document.querySelector("#exhibit .sentence")&&document.querySelector("#experiment-progress").hidden,{timeout:60000}); console.log(show,w,"ms",Date.now()-t0, (await p.locator("#exhibit .sentence").innerText()).slice(0,600));
await p.waitForTimeout(400); await p.screenshot({path:`/tmp/x-${show.split("&")[0].split("=")[1]}-${w}.png`, fullPage:true}); await p.close(); }
await b.close();
