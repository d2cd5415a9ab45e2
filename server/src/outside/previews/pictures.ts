import { LRUCache } from 'lru-cache'
import { minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { UnavailableError } from '../../ground/errors.ts'
import { createAllowance } from '../../ground/http/allowance.ts'
import { holderOf } from '../../ground/http/networks.ts'
import { createTurns } from '../../ground/http/turns.ts'
import { oneFor } from '../../ground/one-for.ts'
import { runImageProcess } from '../../people/files/image-process.ts'
import { type Card, digestOf } from './card.ts'

const mebibyte = 1_024 * 1_024
/** Strangers choose the cards: the cache, the queue, and one network's pictures in a minute are bounded. */
const most = { bytes: 8 * mebibyte, waiting: 20, ofOneNetwork: 20 }
/** It gives way to everybody else, so that on a busy machine it takes much longer than the second that it works. */
const mostOfProcess = { milliseconds: 60_000, output: mebibyte, heap: 96 }

const processFile = import.meta.filename.endsWith('.ts') ? './draw-process.ts' : '../bin/draw-process.js'

const picturesOf = oneFor((context: Context) => createPictures(context, draw))

/** The card's picture, a PNG. @throws UnavailableError if too many wait, or none can be drawn; TooManyRequestsError. */
export function pictureOf(context: Context, ip: string, card: Card): Promise<Buffer> {
  return picturesOf(context)(ip, card)
}

/**
 * Draws pictures one after another, networks in turn, and caches them by their contents. A request for a picture that another
 * network waits for has a turn of its own, and finds it there: so nobody has another's place, or is refused with them.
 */
export function createPictures(
  context: Pick<Context, 'clock' | 'log'>,
  draw: (card: Card) => Promise<Buffer>,
): (ip: string, card: Card) => Promise<Buffer> {
  const kept = new LRUCache<string, Buffer>({
    maxSize: most.bytes,
    // Adds the cost of an entry beside its bytes.
    sizeCalculation: ({ length }) => length + 500,
  })
  const drawing = new Map<string, Promise<Buffer>>()
  const turns = createTurns({
    atOnce: 1,
    waiting: most.waiting,
    busy: 'Too many pictures are being drawn; try again in a moment.',
  })
  const allowance = createAllowance(context, most.ofOneNetwork, minute)

  function drawOrSay(card: Card): Promise<Buffer> {
    return draw(card).catch(cause => {
      context.log.error({ err: cause }, 'the picture of a link cannot be drawn')
      throw new UnavailableError('Pictures cannot be drawn right now.', { cause })
    })
  }

  return async (ip, card) => {
    const digest = digestOf(card)
    const key = `${holderOf(ip)} ${digest}`
    const known = kept.get(digest) ?? drawing.get(key)
    if (known !== undefined) return known
    allowance.require(holderOf(ip))
    const drawn = turns.take(ip, async () => {
      // Another request had it drawn while this one waited for its turn.
      const picture = kept.get(digest) ?? (await drawOrSay(card))
      kept.set(digest, picture)
      return picture
    })
    drawing.set(key, drawn)
    try {
      return await drawn
    } finally {
      drawing.delete(key)
    }
  }
}

async function draw(card: Card): Promise<Buffer> {
  const file = new URL(processFile, import.meta.url)
  const { output, killed } = await runImageProcess(file, [], Buffer.from(JSON.stringify(card)), mostOfProcess)
  if (output.length === 0) throw new Error(killed ? 'It takes too long.' : 'Its process failed.')
  return output
}
