/** One value for each key, made on first use, and gone with its key. */
export function oneFor<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>()
  return key => {
    const known = made.get(key)
    if (known !== undefined) return known
    const one = make(key)
    made.set(key, one)
    return one
  }
}
