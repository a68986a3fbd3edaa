import { dlopen, FFIType } from 'bun:ffi'

/**
 * Size of the process's thread pool. By default it is the number of cores: on a small machine two pictures being
 * decoded would delay the flush of every commit.
 */
const threads = 8
/** The constant in `malloc.h`. */
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
    // Large buffers of pictures are returned to the system when they are freed.
    symbols.mallopt(arenaMax, 2)
    symbols.mallopt(mmapThreshold, 128 * 1024)
  } catch {
    // Another system, whose defaults are fine.
  }
}

/** The constants of `prctl.h` and `signal.h`. */
const parentDeathSignal = 1
const SIGKILL = 9

/** The kernel ends this process with its parent, even if that is killed, and even if this one is busy. */
export function endWithParent(): void {
  try {
    const { symbols } = dlopen('libc.so.6', {
      prctl: { args: [FFIType.i32, FFIType.u64, FFIType.u64, FFIType.u64, FFIType.u64], returns: FFIType.i32 },
    })
    symbols.prctl(parentDeathSignal, SIGKILL, 0, 0, 0)
  } catch {
    // Another system: the process ends when the channel to its parent closes.
  }
}

const text = (value: string) => Buffer.from(`${value}\0`)
