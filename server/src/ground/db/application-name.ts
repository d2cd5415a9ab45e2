/** What connections of 0.1.0 to this URL call themselves: as the URL says, or as it always did. */
export function firstReleaseName(url: string): string {
  return new URLSearchParams(url.split('?')[1]).get('application_name') || 'furrow'
}

/** The URL of connections that PostgreSQL tells apart from those of 0.1.0. */
export function withOwnName(url: string): string {
  const name = encodeURIComponent(`${firstReleaseName(url)}-service`)
  // The last one counts.
  return `${url}${url.includes('?') ? '&' : '?'}application_name=${name}`
}
