const timeout = 5_000
const mostBytes = 65_536

export type Probed = {
  readonly status: number
  /** The host's clock, to the second; null if the host does not tell. */
  readonly time: number | null
  readonly text: string
}

/** Asks an address that the settings name, as anyone could. @throws Error if nobody answers. */
export async function probe(
  url: string,
  json?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Probed> {
  const response = await fetch(url, {
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
    headers: {
      'user-agent': 'furrow',
      'cache-control': 'no-cache',
      'content-type': 'application/json',
      ...headers,
    },
  })
  const time = Date.parse(response.headers.get('date') ?? '')
  const isKept = Number(response.headers.get('age') ?? 0) > 0
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.length > mostBytes) break
  }
  return { status: response.status, time: Number.isNaN(time) || isKept ? null : time, text }
}
