import { existsSync } from 'node:fs'

const library = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`

/** Debian's package `faketime`. */
export const hasFakeTime = existsSync(library)

/** Settings of a process that sees the time this far off; an offset in a file can be changed while the process runs. */
export function fakeTime(offset: string | { readonly file: string }): Record<string, string> {
  return {
    LD_PRELOAD: library,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    ...(typeof offset === 'string'
      ? { FAKETIME: offset }
      : { FAKETIME_TIMESTAMP_FILE: offset.file, FAKETIME_NO_CACHE: '1' }),
  }
}
