import { FurrowError } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { sentenceOf } from '../service/sentence-of.ts'
import { shortAddress } from '../ui/address.ts'

const typingPause = 300

type Recipient = {
  /** The recipient's address; null while that is not known. */
  address: string | null
  hint?: string
  error?: string
  /** Whether the typing paused, so that an error is no interruption. */
  settled: boolean
}

/** The recipient meant by a typed text: an address, or the owner of the ENS name. */
export function useRecipient(typed: string, mayBroadcast: boolean): Recipient {
  const text = typed.trim()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  const isName = /^[^\s]+\.[^\s.]+$/.test(asked)
  const { data, error, isFetching } = useQuery({
    queryKey: ['resolve', asked],
    queryFn: () => furrow.resolve.name(asked),
    enabled: isName,
    staleTime: 60_000,
    retry: false,
  })
  const settled = asked === text && text !== ''
  if (/^0x[0-9a-f]{40}$/i.test(text)) return { address: text, settled }
  if (text === '*')
    return mayBroadcast
      ? { address: '*', hint: t`A broadcast: everyone reads it.`, settled }
      : { address: null, error: t`Only the platform wallet may write to everyone.`, settled }
  if (!settled || !isName)
    return { address: null, error: t`Give an address (0x and 40 hex digits) or an ENS name.`, settled }
  if (isFetching) return { address: null, hint: t`Looking the name up…`, settled }
  if (data) {
    const { address, name, verified } = data
    const short = shortAddress(address)
    const hint = verified
      ? t`${name} is ${short}.`
      : t`${name} is, as its owner says here (nobody checked it), ${short}.`
    return { address, hint, settled }
  }
  const unknown = error instanceof FurrowError && error.status === 404
  return { address: null, error: unknown ? t`Nobody has this name.` : sentenceOf(error), settled }
}
