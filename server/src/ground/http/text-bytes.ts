/** The `maxBytes` of the contract's texts (`Text` in the SDK's contract): the size as JSON, without the quotes. */
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

/** One unit takes six bytes at most, so most texts need no measuring. */
function takesMoreThan(max: number, text: string): boolean {
  return text.length * 6 > max && Buffer.byteLength(JSON.stringify(text)) - 2 > max
}
