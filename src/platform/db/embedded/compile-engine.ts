/**
 * Compiles PGlite in a worker, because the call alone copies its nine megabytes several times, in which this thread can
 * load modules instead. Begun before anything else is loaded, because that leaves this thread no time to begin it later.
 */
export function compileEngine(): Promise<WebAssembly.Module> {
  const engine = Bun.fileURLToPath(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite')))
  const work = `postMessage(await WebAssembly.compile(require('node:fs').readFileSync(${JSON.stringify(engine)})))`
  const worker = new Worker(`data:text/javascript,${encodeURIComponent(work)}`)
  return new Promise<WebAssembly.Module>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WebAssembly.Module>) => resolve(data))
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  }).finally(() => worker.terminate())
}
