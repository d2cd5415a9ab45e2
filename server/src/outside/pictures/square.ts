import pLimit from 'p-limit'
import { type Failure, type ImageType, mostPixels } from '../../people/files/image-limits.ts'
import { runImageProcess } from '../../people/files/image-process.ts'
import { ProblemError } from './problem-error.ts'

export type SquareOrder = {
  readonly type: ImageType | 'image/svg+xml'
  readonly whole: boolean
  readonly sizes: readonly [small: number, large: number]
}

export type SquareHead = { readonly lengths: readonly number[]; readonly hash: string }

export type Squares = { readonly hash: string; readonly small: Buffer; readonly large: Buffer }

const processFile = import.meta.filename.endsWith('.ts') ? './square-process.ts' : '../bin/square-process.js'
const most = { milliseconds: 10_000, output: 2 * 1_024 * 1_024 }

/** One after another; the bound on fetches bounds how many wait. */
const limit = pLimit(1)

/** Squares in two sizes. @throws ProblemError if the image is to blame; UnavailableError if no process can be started. */
export function makeSquares(order: SquareOrder, bytes: Buffer): Promise<Squares> {
  return limit(async () => {
    const file = new URL(processFile, import.meta.url)
    const { output, killed } = await runImageProcess(file, [JSON.stringify(order)], bytes, most)
    const end = output.indexOf('\n')
    if (end === -1) throw new ProblemError(killed ? 'It takes too long to read.' : 'It cannot be read.')
    const head = JSON.parse(output.subarray(0, end).toString()) as SquareHead & { failure?: Failure }
    if (head.failure === 'too-large')
      throw new ProblemError(`It has more than ${mostPixels / 1e6} million pixels.`)
    if (head.failure !== undefined) throw new ProblemError('It cannot be read.')
    const [length = 0] = head.lengths
    const drawn = output.subarray(end + 1)
    return { hash: head.hash, small: drawn.subarray(0, length), large: drawn.subarray(length) }
  })
}
