export function firstReleaseName(url: string): string {
  return new URLSearchParams(url.split('?')[1]).get('application_name') || 'furrow'
}

/** Gives the URL's connections another application name than those of 0.1.0. */
export function withOwnName(url: string): string {
  const name = encodeURIComponent(`${firstReleaseName(url)}-service`)
  // The last one counts.
  return `${url}${url.includes('?') ? '&' : '?'}application_name=${name}`
}
