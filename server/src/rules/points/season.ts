import type { Season } from '@furrow/sdk/contract'
import { instant } from '../../ground/clock.ts'
import type { Config } from '../../ground/config/config.ts'

type SeasonConfig = Pick<Config, 'seasonStart' | 'seasonMs'>

export function seasonAt({ seasonStart, seasonMs }: SeasonConfig, at: number): number {
  return Math.max(1, Math.floor((at - seasonStart) / seasonMs) + 1)
}

export function showSeason({ seasonStart, seasonMs }: SeasonConfig, number: number): Season {
  const start = seasonStart + (number - 1) * seasonMs
  return { number, startDate: instant(start), endDate: instant(start + seasonMs) }
}
