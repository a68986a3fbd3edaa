import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium on this machine, `CHROMIUM` first. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM ?? '', ...places].find((path) => path !== '' && existsSync(path))
}
