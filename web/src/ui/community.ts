/** The community of this service, as its page was served: Furrow's own where no community gave a name. */
export const community = {
  name: written('name') ?? 'Furrow',
  /** The operator's sentence about this place. */
  text: written('text'),
  logo: written('logo') ?? '/favicon.svg',
  /** `#rrggbb` */
  accent: written('accent'),
  /** Whether it is a demo, whose people are made up. */
  demo: document.querySelector('meta[name="furrow-demo"]') !== null,
}

function written(what: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="community-${what}"]`)?.content || null
}
