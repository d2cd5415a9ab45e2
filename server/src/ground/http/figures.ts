import type { Context } from '../context.ts'

/** Metrics of one part of the service, read once in some seconds; missing or late values are left out. */
export type Figures = {
  readonly gauges: Readonly<Record<string, Gauge>>
  read(context: Context): readonly Sample[] | Promise<readonly Sample[]>
}
type Gauge = { readonly help: string; readonly labels?: readonly string[] }

export type Sample = {
  readonly name: string
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}
