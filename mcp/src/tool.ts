import type { Furrow, KeyScope } from '@furrow/sdk'
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'

/** An answer in two parts: words of this program's own, and what came from the service, strangers' words among it. */
export type ToolAnswer = { readonly own?: object; readonly found?: object }

export type Tool<Input extends z.ZodObject = z.ZodObject> = {
  readonly name: string
  readonly description: string
  readonly input: Input
  /** The scopes of which an API key needs one; none where everyone may, without a key. */
  readonly scopes: readonly KeyScope[]
  readonly hints: ToolAnnotations
  act(furrow: Furrow, input: z.output<Input>): Promise<ToolAnswer>
}

/** Ties the input of `act` to its schema, and forgets it: tools are kept in one list. */
export function tool<Input extends z.ZodObject>(definition: Tool<Input>): Tool {
  return definition as unknown as Tool
}

export const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: true }
export const adds: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: true }
/** For what cannot be taken back: a client should ask its person first. */
export const settles: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: true }

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Drops undefined values. */
export function given<T extends object>(query: T): Given<T> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Given<T>
}
