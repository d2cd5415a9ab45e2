import type { ChainEvent } from '../../../rules/lifecycle/chain-event.ts'

/** Amounts are larger than JSON's numbers. */
export function toText(event: ChainEvent): string {
  return JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
}

export function fromText(text: string): ChainEvent {
  return JSON.parse(text, (_, value) =>
    typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  )
}
