import { estimateOf } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { locale } from '../language/i18n.ts'
import { furrow } from '../service/furrow.ts'
import { useConfig } from '../service/use-config.ts'

const mostTries = 3

/** About what the amount is worth, by a price feed of the operator's; nothing for a token without one. */
export function Estimate({ amount, token }: { amount: string; token: string }) {
  const { estimates } = useConfig()
  const isKnown = estimates?.some(one => one.token === token.toUpperCase()) ?? false
  return isKnown ? <Known amount={amount} token={token} /> : null
}

function Known({ amount, token }: { amount: string; token: string }) {
  const { data } = useQuery({
    queryKey: ['estimates'],
    queryFn: async () => (await furrow.config()).estimates ?? [],
    staleTime: 10 * 60_000,
    // The service asks the feed after its answer.
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < mostTries && state.data?.some(({ price }) => price === null) ? 3_000 : false,
  })
  const found = data?.find(one => one.token === token.toUpperCase())
  if (!found?.price || !found.at) return null
  const { at, currency, price } = found
  const value = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    estimateOf(amount, price) as `${number}`,
  )
  const time = new Date(at)
  const words = { dateStyle: 'medium', timeStyle: 'short' } as const
  return (
    <span className="text-sm text-muted">
      ≈ {value} (<time dateTime={at}>{new Intl.DateTimeFormat(locale, words).format(time)}</time>)
    </span>
  )
}
