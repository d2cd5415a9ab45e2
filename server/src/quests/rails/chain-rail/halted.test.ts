import { describe, expect, test } from 'vitest'
import { clockOf, hasChain, startChain } from '../../../../test/chain.ts'
import type { Harness } from '../../../../test/harness.ts'
import { keep, startSeveral, startWork } from '../../../../test/several-rails.ts'
import { hour, minute, second } from '../../../ground/clock.ts'
import { keepEscrow } from './keeper.ts'

/** A chain that is not one of one's own machine, as far as the service can tell. */
async function startPublic() {
  const chain = await startChain({ chainId: 31_338 })
  const env = { ESCROWS: `31338=${chain.escrow}:active`, ESCROW_OPERATOR_KEY: chain.keyOf(1) }
  return { chain, harness: await startSeveral([chain], env, await clockOf(chain)) }
}

const readyOf = async ({ baseUrl }: Harness) => (await fetch(new URL('/readyz', baseUrl))).json()

async function figureOf({ baseUrl, clock }: Harness, name: string): Promise<number> {
  clock.advance(5 * second)
  const figures = await (await fetch(new URL('/metrics', baseUrl))).text()
  return Number(new RegExp(`^${name}\\{contract="[^"]+"\\} (.+)$`, 'm').exec(figures)?.[1])
}

describe.skipIf(!hasChain)('a chain that makes no blocks', () => {
  test('is told of by /readyz and in a figure, keeps nobody from being served, and is over with the next block', async () => {
    const { chain, harness } = await startPublic()
    const { clock, context } = harness
    await keep(harness, [chain], 1)
    expect(await readyOf(harness)).toEqual({ status: 'ready' })
    const early = await figureOf(harness, 'furrow_escrow_head_age_seconds')
    expect(early).toBeGreaterThanOrEqual(0)
    expect(early).toBeLessThan(60)

    clock.advance(6 * minute)
    await keepEscrow.round(context)
    const contract = `31338:${chain.escrow.toLowerCase()}`
    expect(await readyOf(harness)).toEqual({
      status: 'ready',
      stopped: [{ contract, reason: 'chain-halted' }],
    })
    const age = await figureOf(harness, 'furrow_escrow_head_age_seconds')
    expect(age).toBeGreaterThanOrEqual(365)
    expect(age).toBeLessThan(420)

    await chain.later(7 * 60)
    await keepEscrow.round(context)
    expect(await readyOf(harness)).toEqual({ status: 'ready' })
    // The chain is ahead of us by now.
    expect(await figureOf(harness, 'furrow_escrow_head_age_seconds')).toBe(0)
  })

  test('that is ahead of us: what is owed since one of its blocks is not owed for less than no time', async () => {
    const { chain, harness } = await startPublic()
    const { clock, context } = harness
    const { farmer, id } = await startWork(harness, chain)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await keep(harness, [chain])
    await chain.later((49 * hour) / 1_000)
    await chain.client.setAutomine(false)
    await keepEscrow.round(context)
    const owed = await context.db
      .selectFrom('escrow_calls')
      .select(['kind', 'created_at'])
      .where('state', '!=', 'done')
      .execute()
    expect(owed.map(({ kind }) => kind)).toEqual(['release'])
    expect(Number(owed[0]?.created_at)).toBeGreaterThan(clock.now() + hour)
    expect(await figureOf(harness, 'furrow_escrow_oldest_call_seconds')).toBe(0)
    clock.advance(49 * hour + minute)
    expect(await figureOf(harness, 'furrow_escrow_oldest_call_seconds')).toBeGreaterThan(0)
  })
})
