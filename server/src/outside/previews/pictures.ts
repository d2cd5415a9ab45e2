import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import { minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { UnavailableError } from '../../ground/errors.ts'
import { createAllowance } from '../../ground/http/allowance.ts'
import { holderOf } from '../../ground/http/networks.ts'
import { createTurns } from '../../ground/http/turns.ts'
import { oneFor } from '../../ground/one-for.ts'
import { type Card, digestOf } from './card.ts'

const mebibyte = 1_024 * 1_024
/** Strangers choose what is drawn: what is kept, what waits, and what one network has drawn in a minute, is bounded. */
const most = { bytes: 8 * mebibyte, waiting: 20, ofOneNetwork: 20, pictureBytes: mebibyte }
const longest = 15_000

/** Beside this file; and where the server is built, among its commands. */
const processFile = import.meta.filename.endsWith('.ts') ? './draw-process.ts' : '../bin/draw-process.js'

const picturesOf = oneFor((context: Context) => createPictures(context, draw))

/** The card's picture, a PNG. @throws UnavailableError where too many wait, or none can be drawn; TooManyRequestsError. */
export function pictureOf(context: Context, ip: string, card: Card): Promise<Buffer> {
  return picturesOf(context)(ip, card)
}

/** Pictures are drawn once for all who ask, one after another, networks in turn, and kept by what is on them. */
export function createPictures(
  context: Pick<Context, 'clock' | 'log'>,
  draw: (card: Card) => Promise<Buffer>,
): (ip: string, card: Card) => Promise<Buffer> {
  const kept = new LRUCache<string, Buffer>({
    maxSize: most.bytes,
    // With what each entry costs beside its bytes.
    sizeCalculation: ({ length }) => length + 500,
  })
  const drawing = new Map<string, Promise<Buffer>>()
  const turns = createTurns({
    atOnce: 1,
    waiting: most.waiting,
    busy: 'Too many pictures are being drawn; try again in a moment.',
  })
  const allowance = createAllowance(context, most.ofOneNetwork, minute)

  return async (ip, card) => {
    const digest = digestOf(card)
    const known = kept.get(digest) ?? drawing.get(digest)
    if (known !== undefined) return known
    allowance.require(holderOf(ip))
    const drawn = turns.take(ip, () =>
      draw(card).catch(cause => {
        context.log.error({ err: cause }, 'the picture of a link cannot be drawn')
        throw new UnavailableError('Pictures cannot be drawn right now.', { cause })
      }),
    )
    drawing.set(digest, drawn)
    try {
      const picture = await drawn
      kept.set(digest, picture)
      return picture
    } finally {
      drawing.delete(digest)
    }
  }
}

/** By a process that has nothing of the service, and whose memory is free again when it ends. */
function draw(card: Card): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const file = fileURLToPath(new URL(processFile, import.meta.url))
    const child = execFile(
      process.execPath,
      ['--max-old-space-size=96', file],
      {
        // glibc otherwise keeps a heap for each thread.
        env: { MALLOC_ARENA_MAX: '2' },
        encoding: 'buffer',
        maxBuffer: most.pictureBytes,
        timeout: longest,
        killSignal: 'SIGKILL',
      },
      (error, picture) => (error === null ? resolve(picture) : reject(error)),
    )
    // Who fails reads no further.
    child.stdin?.on('error', () => {})
    child.stdin?.end(JSON.stringify(card))
  })
}
