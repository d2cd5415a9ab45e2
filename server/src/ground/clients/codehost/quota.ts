export type HostQuota = { readonly limit: number; readonly remaining: number; readonly resetAt: number }

/** Reads the headers of answers to the service's own questions: the limits of a caller's token concern only them. */
export type QuotaWatch = {
  note(spender: string, headers: Headers): void
  read(spender?: string): readonly HostQuota[]
}

const mostKinds = 20
const mostSpenders = 1_000

export function watchQuota(): QuotaWatch {
  const quotas = new Map<string, Map<string, HostQuota>>()
  return {
    note(spender, headers) {
      const read = (name: string) =>
        Number(headers.get(`x-ratelimit-${name}`) ?? headers.get(`ratelimit-${name}`) ?? Number.NaN)
      const quota = { limit: read('limit'), remaining: read('remaining'), resetAt: read('reset') * 1_000 }
      const kind = headers.get('x-ratelimit-resource') ?? ''
      if (!Object.values(quota).every(Number.isFinite) || quota.limit <= 0) return
      const kinds = quotas.get(spender) ?? new Map<string, HostQuota>()
      if (!kinds.has(kind) && kinds.size >= mostKinds) return
      if (!quotas.has(spender) && quotas.size >= mostSpenders) quotas.clear()
      quotas.set(spender, kinds.set(kind, quota))
    },
    read: spender =>
      [...quotas].flatMap(([name, kinds]) =>
        spender === undefined || name === spender ? [...kinds.values()] : [],
      ),
  }
}
