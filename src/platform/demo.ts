import { setOffline } from './http/public-network'
import { limitUploads } from './http/multipart-file'

/** Bytes of an upload in a public try-out. */
export const largestDemoUpload = 1024 * 1024

/** A public try-out requests nothing from other servers, and takes small files only. */
export function restrictProcess(isDemo: boolean): void {
  setOffline(isDemo)
  limitUploads(isDemo ? largestDemoUpload : Infinity)
}
