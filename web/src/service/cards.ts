import type { ProfileCard } from '@furrow/sdk'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { nobody } from '../ui/address.ts'
import { furrow } from './furrow.ts'

const minute = 60_000
const most = 100
/** Cards that are drawn in one task: a slow phone answers its reader between them. */
const inTask = 20

type Waiting = { resolve(card: ProfileCard): void; reject(error: unknown): void }

const waiting = new Map<string, Waiting[]>()

/** Cards that a page needs at the same time are asked for together: up to a hundred addresses at once. */
function loadCard(address: string): Promise<ProfileCard> {
  if (waiting.size === 0) setTimeout(askAll, 10)
  return new Promise((resolve, reject) => {
    waiting.set(address, [...(waiting.get(address) ?? []), { resolve, reject }])
  })
}

function askAll(): void {
  const all = [...waiting]
  waiting.clear()
  for (let from = 0; from < all.length; from += most) void ask(all.slice(from, from + most))
}

async function ask(some: readonly (readonly [string, readonly Waiting[]])[]): Promise<void> {
  try {
    const cards = await furrow.profiles.cards(some.map(([address]) => address))
    const byAddress = new Map(cards.map(card => [card.address.toLowerCase(), card]))
    for (const [index, [address, all]] of some.entries()) {
      if (index > 0 && index % inTask === 0) await new Promise(done => setTimeout(done))
      for (const { resolve } of all) resolve(byAddress.get(address) as ProfileCard)
    }
  } catch (error) {
    for (const [, all] of some) for (const { reject } of all) reject(error)
  }
}

function cardOf(address: string) {
  const key = address.toLowerCase()
  return queryOptions({ queryKey: ['card', key], queryFn: () => loadCard(key), staleTime: 5 * minute })
}

/** Asks at once for all cards of a list that is drawn step by step, and once for each; the list stays the same one while it does. */
export function useCardsOf(addresses: readonly string[]): void {
  const client = useQueryClient()
  const asked = useRef(new Set<string>())
  const all = useMemo(() => addresses.filter(isSomebody).join(' '), [addresses])
  useEffect(() => {
    const wanted = all.split(' ').filter(address => address !== '' && !asked.current.has(address))
    for (const address of new Set(wanted)) {
      asked.current.add(address)
      void client.prefetchQuery(cardOf(address))
    }
  }, [client, all])
}

/** The name and picture of an address; undefined until they are known, and for a text that is no address. */
export function useCard(address: string): ProfileCard | undefined {
  return useQuery({ ...cardOf(address), enabled: isSomebody(address) }).data
}

/** Whether the service is asked for somebody's name at this moment: their address would stand there only to be replaced. */
export function useIsNaming(address: string): boolean {
  return useQuery({ ...cardOf(address), enabled: isSomebody(address) }).isLoading
}

function isSomebody(address: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(address) && address !== nobody
}
