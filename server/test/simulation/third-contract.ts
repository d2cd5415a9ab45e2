import type { Model } from '@furrow/contracts/testing/model'
import type { Address } from '../../src/ground/address.ts'
import type { Extra, SecondStep } from './second-contract.ts'
import { playSecond } from './second-contract.ts'

export type Deciders = { readonly arbiter: Address; readonly attester: Address }

export type Ruling = {
  /** The farmer's, in ten-thousandths. */
  readonly share: bigint
  readonly decidedAt: bigint
  readonly paused: 'never' | 'paused' | 'ruled-anew'
}

/** The third version's memory beside the second one's. */
export type Third = {
  /** Those of deposits to come. */
  deciders: Deciders
  nominated: (Deciders & { readonly from: bigint }) | null
  /** Those of each deposit, from its funding on. */
  readonly decidersOf: Map<string, Deciders>
  /** The most of a deposit to come; null for any. */
  most: bigint | null
  /** Rulings that nobody has carried out, by deposit and farmer. */
  readonly rulings: Map<string, Ruling>
  /** The farmer's share of rulings that were carried out. */
  readonly carriedOut: Map<string, bigint>
}

export type ThirdStep = Omit<SecondStep, 'action'> & {
  readonly action: SecondStep['action'] | 'pause'
  /** The maker of the signature of a proposal that carries one. */
  readonly signer?: Address
}

const day = 24n * 3_600n
const delay = day
const pause = 7n * day
const disputePeriod = 14n * day
const toAppoint = 7n * day
const toLapse = 14n * day

export function payableAt({ decidedAt, paused }: Ruling): bigint {
  return decidedAt + delay + (paused === 'paused' ? pause : 0n)
}

/** The third version's promises where it differs from the second, written a second time in the plainest way. */
export function playThird(model: Model, extra: Extra, third: Third, owner: Address, step: ThirdStep) {
  const key = `${step.escrow} ${step.farmer}` as const
  const work = model.works.get(key)
  const ruling = third.rulings.get(key)
  const own = third.decidersOf.get(step.escrow)
  switch (step.action) {
    case 'propose':
      if (step.signed && step.signer !== own?.attester) return 'InvalidSignature'
      return second(model, extra, step)
    case 'resolve':
    case 'split': {
      if (step.caller !== own?.arbiter) return 'NotArbiter'
      const share = step.action === 'resolve' ? (step.flag ? 10_000n : 0n) : (step.share ?? 0n)
      if (ruling !== undefined) {
        if (ruling.paused !== 'paused' || step.at >= payableAt(ruling)) return 'AlreadyDecided'
        third.rulings.set(key, { share, decidedAt: step.at, paused: 'ruled-anew' })
        return null
      }
      if (work?.state !== 'Disputed') return 'NotDisputed'
      if (step.at >= work.disputedAt + disputePeriod) return 'DisputeOver'
      third.rulings.set(key, { share, decidedAt: step.at, paused: 'never' })
      return null
    }
    case 'pause':
      if (step.caller !== owner) return 'NotOwner'
      if (ruling === undefined || step.at >= payableAt(ruling)) return 'NotRuled'
      if (ruling.paused !== 'never') return 'AlreadyPaused'
      third.rulings.set(key, { ...ruling, paused: 'paused' })
      return null
    case 'settle':
      return ruling === undefined ? second(model, extra, step) : 'AlreadyDecided'
    case 'release':
      if (ruling === undefined || work === undefined) return second(model, extra, step)
      if (step.at < payableAt(ruling)) return 'RulingOpen'
      work.state = ruling.share > 0n ? 'Released' : 'Refunded'
      ;(model.deposits.get(step.escrow) as { held: number }).held--
      third.rulings.delete(key)
      third.carriedOut.set(key, ruling.share)
      return null
    default: {
      const refusal = second(model, extra, step)
      // The two agreed before the ruling was carried out.
      if (refusal === null && (step.action === 'approve' || step.action === 'concede'))
        third.rulings.delete(key)
      return refusal
    }
  }
}

function second(model: Model, extra: Extra, { action, ...step }: ThirdStep): string | null {
  return action === 'pause' ? 'no such function' : playSecond(model, extra, { ...step, action })
}

/** The owner names who decides about deposits to come, which waits for seven days and lapses two weeks later. */
export function nominate(third: Third, deciders: Deciders, at: bigint): void {
  third.nominated = { ...deciders, from: at + toAppoint }
}

export function appoint(third: Third, at: bigint): void {
  const { nominated } = third
  if (nominated === null || at < nominated.from || at >= nominated.from + toLapse) return
  third.deciders = { arbiter: nominated.arbiter, attester: nominated.attester }
  third.nominated = null
}
