import { load } from './load'

const browser = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
  'sec-fetch-dest': 'document',
}

/** Requests a second for a cached page, of a browser that is counted and of the same that objects, in interleaved rounds. */
export async function countingRounds(url: string, { rounds, seconds }: { rounds: number; seconds: number }) {
  const counted: number[] = []
  const objecting: number[] = []
  for (let round = 0; round < rounds; round++) {
    counted.push((await load(url, { seconds, headers: { ...browser, dnt: '0' } })).requestsPerSecond)
    objecting.push((await load(url, { seconds, headers: { ...browser, dnt: '1' } })).requestsPerSecond)
  }
  return { counted, objecting }
}
