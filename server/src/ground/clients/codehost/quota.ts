/** The host's latest word on one kind of question that this service asks. */
export type HostQuota = { readonly limit: number; readonly remaining: number; readonly resetAt: number }

/** Reads the headers of answers to the service's own questions: the limits of a caller's token concern only them. */
export type QuotaWatch = {
  note(token: string | null, headers: Headers): void
  read(): readonly HostQuota[]
}

const mostKinds = 20

export function watchQuota(ownToken: string | null): QuotaWatch {
  const quotas = new Map<string, HostQuota>()
  return {
    note(token, headers) {
      if (token !== ownToken) return
      // GitHub's names, and GitLab's.
      const read = (name: string) =>
        Number(headers.get(`x-ratelimit-${name}`) ?? headers.get(`ratelimit-${name}`) ?? Number.NaN)
      const quota = { limit: read('limit'), remaining: read('remaining'), resetAt: read('reset') * 1_000 }
      const kind = headers.get('x-ratelimit-resource') ?? ''
      const isWhole = Object.values(quota).every(Number.isFinite) && quota.limit > 0
      if (isWhole && (quotas.has(kind) || quotas.size < mostKinds)) quotas.set(kind, quota)
    },
    read: () => [...quotas.values()],
  }
}
