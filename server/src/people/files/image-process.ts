import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findFence, permissionsOf } from '../../ground/clients/fence.ts'
import { UnavailableError } from '../../ground/errors.ts'

export type MostOfProcess = {
  readonly milliseconds: number
  readonly output: number
  /** Megabytes of JavaScript's heap; unset for work that the library does alone. */
  readonly heap?: number
}

/**
 * Runs a program that reads an image, or the content of one, from standard input and writes its result to standard output;
 * nothing where it failed. The program has nothing of the service: no settings, secrets or files, and of its memory only
 * what comes through the pipe.
 * @throws UnavailableError where it cannot be started.
 */
export async function runImageProcess(
  file: URL,
  args: readonly string[],
  bytes: Buffer,
  most: MostOfProcess,
): Promise<{ output: Buffer; killed: boolean }> {
  const fence = await findFence()
  const node = [...permissionsOf(), `--max-old-space-size=${most.heap ?? 64}`, fileURLToPath(file), ...args]
  return new Promise((resolve, reject) => {
    const child = spawn(fence.command, [...fence.args, ...node], {
      ...fence.ids,
      // glibc otherwise keeps a heap for each thread.
      env: { MALLOC_ARENA_MAX: '2' },
      timeout: most.milliseconds,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > most.output) child.kill('SIGKILL')
    })
    // Piped, since a container without /dev/null could not start it otherwise.
    child.stderr.resume()
    // A program that fails reads no further.
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
    child.once('error', cause => reject(new UnavailableError('Images cannot be read right now.', { cause })))
    child.once('close', (code, signal) => {
      const output = code === 0 ? Buffer.concat(chunks) : Buffer.alloc(0)
      resolve({ output, killed: signal !== null })
    })
  })
}
