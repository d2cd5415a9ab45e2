/** The status and the sentence of a refusal; `none` where there was none. */
export function problemWith(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'none',
    (error: { status: number; message: string }) => `${error.status} ${error.message}`,
  )
}
