import { Component, type ErrorInfo, type ReactNode } from 'react';
import { translate } from '../../lib/i18n.ts';
import { Icon } from '../look/icon.tsx';
import '../look/plain.css';
import './states.css';

interface Props {
  readonly children: ReactNode;
}

/**
 * Catches a render error of a section and shows its message with a retry button. The rest of the page keeps working.
 */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className="state" role="alert">
        <Icon name="warning" size={24} />
        <p className="state-title">{translate('errors.sectionFailed')}</p>
        <p className="state-text">{error instanceof Error ? error.message : String(error)}</p>
        <button type="button" className="button" onClick={() => this.setState({ error: null })}>
          {translate('errors.retry')}
        </button>
      </div>
    );
  }
}
