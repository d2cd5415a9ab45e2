import { options, type VNode } from 'preact'

/** Names that Preact gives its own fields in every build, since its hooks rely on them. */
type Drawn = VNode & {
  __c?: { __v?: Drawn } | null
  __e?: { __e?: unknown } | null
  __k?: unknown
}

/**
 * Lets go of what is not drawn any more. A component that draws itself anew leaves its former tree where its parent's last
 * drawing can be reached, and an element that was removed keeps its handlers, which reach that drawing. So each item that a
 * long list removes would stay in memory with all that was removed before it.
 */
export function letGoOfFormerTrees(): void {
  const former = new WeakMap<Drawn, Drawn>()
  const { diffed, unmount, vnode: made } = options
  options.vnode = (vnode: Drawn) => {
    // Only the copy that a component makes of its own node has a component already.
    const old = vnode.__c?.__v
    if (old) former.set(vnode, old)
    made?.(vnode)
  }
  options.diffed = (vnode: Drawn) => {
    const old = former.get(vnode)
    if (old && old !== vnode) old.__k = null
    diffed?.(vnode)
  }
  options.unmount = (vnode: Drawn) => {
    if (typeof vnode.type === 'string' && vnode.__e) vnode.__e.__e = undefined
    unmount?.(vnode)
  }
}
