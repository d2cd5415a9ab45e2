import { FurrowError, type ImportedIssue } from '@furrow/sdk'
import { createKey } from '@furrow/sdk/whole'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { furrow } from '../../service/furrow.ts'
import { queryClient } from '../../service/query-client.ts'
import { sentenceOf } from '../../service/sentence-of.ts'
import { type Kept, questOf, type Row, type Sent, without } from './rows.ts'

export type Outcome =
  | { readonly kind: 'posting' }
  | { readonly kind: 'posted'; readonly questId: string }
  | { readonly kind: 'refused'; readonly sentence: string }

export type Chosen = { readonly issue: ImportedIssue; readonly row: Row }

/** Posts quests one after another, each once: a key is kept before it is sent, until the answer is known. */
export function usePosting(kept: Kept, setKept: Dispatch<SetStateAction<Kept>>) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  // A page that is left sends nothing more: nobody would keep the keys.
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const say = (number: number, outcome: Outcome) =>
    setOutcomes(former => new Map([...former, [number, outcome]]))

  /** @returns whether the next one is to be posted. */
  async function postOne({ issue, row }: Chosen): Promise<boolean> {
    const { number } = issue
    const sent: Sent = kept.sent[number] ?? {
      key: createKey(),
      quest: questOf(issue, row, kept.category),
      at: Date.now(),
    }
    // The device has the key before the service does.
    flushSync(() => {
      setKept(former => ({ ...former, sent: { ...former.sent, [number]: sent } }))
      say(number, { kind: 'posting' })
    })
    try {
      const { id } = await furrow.quests.post(sent.quest, { idempotencyKey: sent.key })
      setKept(former => ({
        ...former,
        rows: without(former.rows, number),
        sent: without(former.sent, number),
      }))
      say(number, { kind: 'posted', questId: id })
      return true
    } catch (error) {
      const unsure = mayBePosted(error)
      if (!unsure) setKept(former => ({ ...former, sent: without(former.sent, number) }))
      say(number, { kind: 'refused', sentence: sentenceOf(error) })
      return !unsure && !meetsAll(error)
    }
  }

  async function post(chosen: readonly Chosen[]): Promise<void> {
    for (const one of chosen) if (!isHere.current || !(await postOne(one))) break
    for (const queryKey of [['quests'], ['tasks']]) void queryClient.invalidateQueries({ queryKey })
  }

  return { outcomes, post }
}

/** No answer came, or an attempt is still under way. */
function mayBePosted(error: unknown): boolean {
  if (!(error instanceof FurrowError)) return true
  const { status, retryAfter } = error
  return status === 0 || status >= 500 || (status === 409 && retryAfter !== null)
}

/** The next one would be refused as well. */
function meetsAll(error: unknown): boolean {
  return error instanceof FurrowError && [401, 403, 429].includes(error.status)
}
