import type { Context } from '../context.ts'

/**
 * What a part of the service tells of itself: read once in some seconds for all who ask. What is not there is left out, and so is
 * all of it where it does not come in time.
 */
export type Figures = {
  /** By name. */
  readonly gauges: Readonly<Record<string, Gauge>>
  read(context: Context): readonly Sample[] | Promise<readonly Sample[]>
}
type Gauge = { readonly help: string; readonly labels?: readonly string[] }

export type Sample = {
  readonly name: string
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}
