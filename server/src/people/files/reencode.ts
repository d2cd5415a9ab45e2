import { mostFileBytes } from '@furrow/sdk/contract'
import { BadRequestError, HttpError } from '../../ground/errors.ts'
import { createTurns } from '../../ground/http/turns.ts'
import { type Failure, type ImageType, mostFrames, mostPixels } from './image-limits.ts'
import { runImageProcess } from './image-process.ts'

export type Image = {
  readonly bytes: Buffer
  /** SHA-256. */
  readonly hash: string
  readonly width: number
  readonly height: number
}

const processFile = import.meta.filename.endsWith('.ts')
  ? './reencode-process.ts'
  : '../bin/reencode-process.js'

/** The number of uploads at once bounds how many wait, too. */
const turns = createTurns({
  atOnce: 2,
  waiting: 16,
  busy: 'Too many images are being read; try again in a moment.',
})
const most = { milliseconds: 15_000, output: 4 * mostFileBytes }

/**
 * Networks take turns.
 * @throws BadRequestError where it cannot be read; HttpError 413 where it has too many pixels, or more than 5 MB now;
 *   UnavailableError where its turn does not come in time.
 */
export function reencode(ip: string, type: ImageType, bytes: Buffer): Promise<Image> {
  return turns.take(ip, async () => {
    const { output, killed } = await runImageProcess(
      new URL(processFile, import.meta.url),
      [type],
      bytes,
      most,
    )
    const end = output.indexOf('\n')
    if (end === -1) {
      if (killed)
        throw new BadRequestError('This image takes too long to read; make it smaller.', {
          code: 'image-unreadable',
        })
      throw unreadable()
    }
    const head = JSON.parse(output.subarray(0, end).toString()) as Omit<Image, 'bytes'> & {
      failure?: Failure
    }
    if (head.failure === 'too-large')
      throw new HttpError(
        'image-too-large',
        `An image may have at most ${mostPixels / 1e6} million pixels, in at most ${mostFrames} frames.`,
      )
    if (head.failure !== undefined) throw unreadable()
    const image = { ...head, bytes: output.subarray(end + 1) }
    if (image.bytes.length > mostFileBytes)
      throw new HttpError('image-too-large', 'Written anew, this image has more than 5 MB; make it smaller.')
    return image
  })
}

function unreadable(): BadRequestError {
  return new BadRequestError('This image cannot be read: it is broken, or not what it says it is.', {
    code: 'image-unreadable',
  })
}
