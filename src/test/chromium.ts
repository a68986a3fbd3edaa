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

/** Debian's build of it without windows, in which opening a tab takes a third less processor time; or else the whole one. */
export function findHeadlessChromium(): string | undefined {
  const shell = '/usr/lib/chromium/chromium-headless-shell'
  return !process.env.CHROMIUM && existsSync(shell) ? shell : findChromium()
}
