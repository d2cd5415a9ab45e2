import { setTimeout as sleep } from 'node:timers/promises'
import { forgetUsedNonces } from '../auth/auth.ts'
import { forgetDeliveries } from '../codehost/webhook.ts'
import type { Context } from '../context.ts'
import { awardSeasons } from '../leaderboard/leaderboard.ts'
import { forgetEnsAnswers } from '../resolve/ens-answers.ts'
import { runDue } from './due.ts'

const pause = 1_000
const roundsBetweenHousekeeping = 60

/**
 * The loop that pays. Every process runs one; they need not know of each other.
 * Disposing of it waits for the round that is under way.
 */
export function startPayer(context: Context): AsyncDisposable {
  const stop = new AbortController()
  const loop = run(context, stop.signal)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await loop
    },
  }
}

async function run(context: Context, signal: AbortSignal): Promise<void> {
  for (let round = 0; !signal.aborted; round++) {
    try {
      // A full batch may have left something behind: go on at once.
      while (!signal.aborted && (await runDue(context)) > 0);
      if (round % roundsBetweenHousekeeping === 0) await keepHouse(context)
    } catch (error) {
      context.log.error({ err: error }, 'the payer cannot work right now and will try again')
    }
    await sleep(pause, undefined, { signal }).catch(() => {})
  }
}

async function keepHouse(context: Context): Promise<void> {
  await forgetUsedNonces(context)
  await forgetEnsAnswers(context)
  await forgetDeliveries(context)
  await awardSeasons(context)
}
