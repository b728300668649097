import { useNavigation } from 'react-router';

/** Thin progress line while the next page loads. On a slow network a click must not seem ignored. */
export function PageOnItsWay() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className="page-on-its-way" aria-hidden="true" />;
}
