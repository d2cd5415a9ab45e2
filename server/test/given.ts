import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { Address } from '../src/ground/address.ts'
import { statusOf } from '../src/ground/errors.ts'
import { wordLetter } from '../src/people/mail/notices/catalogue.ts'
import { english } from '../src/people/mail/notices/en.ts'
import { toLedger } from '../src/rules/ledger/amounts.ts'
import type { Posting } from '../src/rules/ledger/posting.ts'
import { decide, type Step as Happened } from '../src/rules/lifecycle/decide.ts'
import { type Effects, effectsOf } from '../src/rules/lifecycle/effects.ts'
import type { EventKind, QuestEvent } from '../src/rules/lifecycle/events/all.ts'
import { evolve } from '../src/rules/lifecycle/evolve.ts'
import type { Notice } from '../src/rules/lifecycle/notice.ts'
import type { Quest } from '../src/rules/lifecycle/quest.ts'
import { Refusal, type RefusalCode } from '../src/rules/lifecycle/refusal.ts'
import { type Known, nothingKnown, type Rules } from '../src/rules/lifecycle/rules.ts'
import { noteEntailed, noteGiven, noteRefused } from './played.ts'
import { act, giver, posted, rulesAt, type Step } from './told-quest.ts'

/** A notice but for its words. */
/** A notice by its English title. */
type Heading = Pick<Notice, 'to' | 'type' | 'topic'> & { readonly what: string }

/**
 * Everything that follows from a command: all of it is compared, and a list that is left out is empty. `becomes` has the
 * fields of the quest that changed, and of these again those alone that did.
 */
type Entailed = Partial<Omit<Effects, 'notices'>> & {
  readonly becomes?: Readonly<Record<string, unknown>>
  readonly notices?: readonly Heading[]
}

/** More than the quest on which the decision rests. */
type Circumstances = { readonly rules?: Partial<Rules>; readonly known?: Partial<Known> }

/** A rule as a story: given this quest, on which these commands were followed, when another is given, then this happens. */
export function given(told: Quest, ...way: readonly Step[]) {
  const quest = way.reduce(act, told)
  return {
    when: (step: Step, circumstances: Circumstances = {}) => outcomeOf(quest, step, circumstances),
    /** An event that no command of today's version has. */
    whenHappens: (event: QuestEvent, by: Address | null = null) =>
      expectation(quest, [{ event, before: quest, after: evolve(quest, event, rulesAt(0).now) }], {
        rules: rulesAt(0),
        by,
        note() {},
      }),
  }
}

function outcomeOf(quest: Quest, [passed, command]: Step, circumstances: Circumstances) {
  const rules = { ...rulesAt(passed), ...circumstances.rules }
  const note = () => noteGiven(command.kind)
  try {
    const steps = decide(quest, command, rules, { ...nothingKnown, ...circumstances.known })
    return expectation(quest, steps, { rules, by: command.by, note })
  } catch (error) {
    return expectation(quest, error as Error, { rules, by: command.by, note })
  }
}

function expectation(
  quest: Quest,
  outcome: readonly Happened[] | Error,
  { rules, by, note }: { readonly rules: Rules; readonly by: Address | null; readonly note: () => void },
) {
  return {
    /** The events, exactly, and what follows from them; or the refusal, or the error that stops the mirroring of a chain. */
    // biome-ignore lint/suspicious/noThenProperty: the word of a specification; nobody awaits it
    then(expected: readonly QuestEvent[] | Error, entailed?: Entailed): void {
      note()
      if (expected instanceof Error || outcome instanceof Error) {
        expect(partsOf(outcome)).toEqual(partsOf(expected))
        if (outcome instanceof Refusal) noteRefused(outcome)
        return
      }
      expect(outcome.map(({ event }) => event)).toStrictEqual(expected)
      if (entailed === undefined) return
      expect(entailedBy(quest, outcome, rules, by)).toStrictEqual({ ...nothing, ...entailed })
      for (const { kind } of expected) noteEntailed(kind)
    },
    /** The kinds of the events alone, where other cases have them exactly. */
    thenKinds(expected: readonly EventKind[]): void {
      expect(outcome instanceof Error ? outcome : outcome.map(({ event }) => event.kind)).toEqual(expected)
    },
  }
}

/** An error as what it says; its class is part of that. */
function partsOf(outcome: readonly unknown[] | Error): unknown {
  if (!(outcome instanceof Error)) return outcome
  const { name, message } = outcome
  return outcome instanceof Refusal
    ? { name, message, status: statusOf(outcome.code), until: outcome.until }
    : { name, message }
}

const nothing: Required<Entailed> = {
  becomes: {},
  ...{ postings: [], notices: [], owed: [], dropped: [], deeds: [] },
}

function entailedBy(quest: Quest, steps: readonly Happened[], rules: Rules, by: Address | null) {
  const effects = steps.map(({ event, before }) => effectsOf(before, event, rules, by))
  return {
    becomes: changesOf(quest, steps.at(-1)?.after ?? quest),
    postings: effects.flatMap(({ postings }) => postings),
    notices: effects.flatMap(({ notices }) => notices.map(headingOf)),
    owed: effects.flatMap(({ owed }) => owed),
    dropped: effects.flatMap(({ dropped }) => dropped),
    deeds: effects.flatMap(({ deeds }) => deeds),
  }
}

function headingOf({ to, type, topic, ...worded }: Notice): Heading {
  const { subject } = wordLetter(english, worded, { id: '', title: '' })
  return { to, type, what: subject.replace(/: $/, ''), topic }
}

function changesOf(before: object, after: object): Record<string, unknown> {
  const was = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(was.get(key), value))
  return Object.fromEntries(changed.map(([key, value]) => [key, partOf(was.get(key), value)]))
}

/** Within a change, the part that changed. */
function partOf(was: unknown, is: unknown): unknown {
  if (is instanceof Map && was instanceof Map)
    return changesOf(Object.fromEntries(was), Object.fromEntries(is))
  return isPlain(is) && isPlain(was) ? changesOf(was, is) : is
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Any refusal of that status, since the sentence tells it from others. */
const refusalFor =
  (code: RefusalCode) =>
  (sentence: string, until: number | null = null) =>
    new Refusal(code, sentence, until)

export const invalid = refusalFor('bad-request')
export const unknownYet = refusalFor('trust-list-unread')
export const forbidden = refusalFor('forbidden')
export const changed = refusalFor('quest-changed')
export const tooMany = refusalFor('too-many-requests')

const heading =
  (type: Notice['type']) =>
  (topic: Notice['topic'], what: string, ...to: readonly Address[]): Heading => ({ to, type, what, topic })

export const quiet = heading('quest')
export const loud = heading('dispute')

type Side = readonly [account: Posting['from']['account'], party: Address]

/** So much of the quest's token moves from the one account to the other. */
export function books(
  id: string,
  amount: string,
  from: Posting['from']['account'],
  [account, party]: Side,
  payer = giver,
): Posting {
  return {
    ...{ id, questId: posted.id, token: posted.token, units: toLedger(amount) },
    ...{ from: { account: from, party: payer }, to: { account, party } },
  }
}
