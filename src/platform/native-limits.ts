import { dlopen, FFIType } from 'bun:ffi'

/**
 * So many of the process's own threads may work beside the event loop. Without this there are as many as cores: on a small
 * machine two pictures being decoded would keep every commit waiting for its flush.
 */
const threads = 8
/** As `malloc.h` numbers them. */
const arenaMax = -8
const mmapThreshold = -3

/**
 * Settings of the C library that usually come from environment variables. To be called before any thread starts.
 */
export function setNativeLimits(): void {
  try {
    const { symbols } = dlopen('libc.so.6', {
      setenv: { args: [FFIType.cstring, FFIType.cstring, FFIType.i32], returns: FFIType.i32 },
      mallopt: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    })
    symbols.setenv(text('UV_THREADPOOL_SIZE'), text(String(threads)), 0)
    // Pictures take large pieces of memory, which go back to the system as soon as they are free.
    symbols.mallopt(arenaMax, 2)
    symbols.mallopt(mmapThreshold, 128 * 1024)
  } catch {
    // Another system: what it has by itself is as well.
  }
}

const text = (value: string) => Buffer.from(`${value}\0`)
