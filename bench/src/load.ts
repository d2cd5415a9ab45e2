import autocannon from 'autocannon'
import { median } from './measure.ts'

export type Load = { readonly url: string; readonly token?: string | undefined; readonly seconds: number }

const connections = 50

/** Requests a second that a server answers, all of them with 200. */
async function measure({ url, token, seconds }: Load): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 200, ${result.errors} failed`)
  return result.requests.average
}

/** Measures two servers in turn, so that a drift of the machine's speed meets both; gives the medians of the rounds. */
export async function compare(
  service: Load,
  bare: Load,
  rounds: number,
): Promise<{ service: number; bare: number }> {
  const measured = { service: [] as number[], bare: [] as number[] }
  await measure({ ...bare, seconds: 1 })
  await measure({ ...service, seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    measured.bare.push(await measure(bare))
    measured.service.push(await measure(service))
  }
  return { service: median(measured.service), bare: median(measured.bare) }
}
