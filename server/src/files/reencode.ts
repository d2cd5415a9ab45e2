import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { mostFileBytes } from '@furrow/sdk/contract'
import pLimit from 'p-limit'
import { BadRequestError, HttpError, UnavailableError } from '../errors.ts'
import { type Failure, type ImageType, mostFrames, mostPixels } from './image-limits.ts'

export type Image = {
  readonly bytes: Buffer
  /** SHA-256. */
  readonly hash: string
  readonly width: number
  readonly height: number
}

/** Beside this file; and where the server is built, among its commands. */
const processFile = import.meta.filename.endsWith('.ts')
  ? './reencode-process.ts'
  : '../bin/reencode-process.js'

/** So many at once; how many wait is bounded by how many uploads there are at once. */
const limit = pLimit(2)
const longest = 30_000
const mostOutput = 4 * mostFileBytes

/**
 * The image, written anew by a process of its own.
 * @throws BadRequestError where it cannot be read; HttpError 413 where it has too many pixels, or more than 5 MB now.
 */
export function reencode(type: ImageType, bytes: Buffer): Promise<Image> {
  return limit(async () => {
    const { output, killed } = await run(type, bytes)
    const end = output.indexOf('\n')
    if (end === -1) {
      if (killed) throw new BadRequestError('This image takes too long to read; make it smaller.')
      throw unreadable()
    }
    const head = JSON.parse(output.subarray(0, end).toString()) as Omit<Image, 'bytes'> & {
      failure?: Failure
    }
    if (head.failure === 'too-large')
      throw new HttpError(
        413,
        `An image may have at most ${mostPixels / 1e6} million pixels, in at most ${mostFrames} frames.`,
      )
    if (head.failure !== undefined) throw unreadable()
    const image = { ...head, bytes: output.subarray(end + 1) }
    if (image.bytes.length > mostFileBytes)
      throw new HttpError(413, 'Written anew, this image has more than 5 MB; make it smaller.')
    return image
  })
}

function unreadable(): BadRequestError {
  return new BadRequestError('This image cannot be read: it is broken, or not what it says it is.')
}

/** It has nothing of the service: no settings, no secrets, and of its memory only what comes through the pipe. */
function run(type: ImageType, bytes: Buffer): Promise<{ output: Buffer; killed: boolean }> {
  return new Promise((resolve, reject) => {
    const file = fileURLToPath(new URL(processFile, import.meta.url))
    const child = spawn(process.execPath, ['--max-old-space-size=64', file, type], {
      // glibc otherwise keeps a heap for each thread.
      env: { MALLOC_ARENA_MAX: '2' },
      timeout: longest,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > mostOutput) child.kill('SIGKILL')
    })
    // Also an image without /dev/null can start it.
    child.stderr.resume()
    // Who fails reads no further.
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
    child.once('error', cause => reject(new UnavailableError('Images cannot be read right now.', { cause })))
    child.once('close', (code, signal) => {
      const output = code === 0 ? Buffer.concat(chunks) : Buffer.alloc(0)
      resolve({ output, killed: signal !== null })
    })
  })
}
