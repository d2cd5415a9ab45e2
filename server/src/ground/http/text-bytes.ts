/** The `maxBytes` of the contract's texts (`Text` in the SDK's contract): what a text takes in JSON, without its quotes. */
export const maxBytes = {
  keyword: 'maxBytes',
  type: 'string',
  schemaType: 'number',
  validate: (max: number, text: string) => !takesMoreThan(max, text),
  error: {
    message: ({ schema }: { schema: number }) =>
      `must take at most ${schema} bytes as JSON (a control character takes six)`,
  },
} as const

/** Most texts are short enough whatever they consist of: six bytes is the most that one unit can take. */
function takesMoreThan(max: number, text: string): boolean {
  return text.length * 6 > max && Buffer.byteLength(JSON.stringify(text)) - 2 > max
}
