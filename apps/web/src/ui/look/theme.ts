import { theme as antdTheme, type ThemeConfig } from 'antd';

/** Value of a CSS variable of tokens.css. antd takes its colours from there, so both always match. */
const value = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
/**
 * The same as a number of px, as antd expects lengths. Without a style sheet
 * it is 0: NaN never equals itself and would make a new theme on each render.
 */
const pixels = (name: string): number => Number.parseInt(value(name), 10) || 0;

/** Builds antd's theme. On mobile its fields are as high as our own buttons, so that a finger can hit them. */
export function themeOf(shown: 'light' | 'dark', device: 'desktop' | 'mobile'): ThemeConfig {
  return {
    // antd's `cssVar` mode: one style sheet, switched by variables.
    // Without a hash, our styles can use antd's class names.
    hashed: false,
    cssVar: { key: 'prdm' },
    algorithm: shown === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: value('--primary'),
      colorPrimaryHover: value('--primary-hover'),
      colorLink: value('--link'),
      colorError: value('--danger'),
      colorErrorText: value('--danger-text'),
      colorWarning: value('--tone-amber'),
      colorBgLayout: value('--bg'),
      colorBgContainer: value('--surface'),
      colorBgElevated: value('--raised'),
      colorBorder: value('--control-border'),
      colorBorderSecondary: value('--border'),
      colorSplit: value('--border'),
      colorText: value('--text'),
      colorTextSecondary: value('--text-2'),
      colorTextTertiary: value('--text-2'),
      colorTextDescription: value('--text-2'),
      colorTextPlaceholder: value('--text-3'),
      colorTextDisabled: value('--text-3'),
      colorIcon: value('--text-2'),
      fontFamily: value('--font'),
      fontSize: 14,
      lineHeight: 1.57,
      controlHeight: device === 'mobile' ? 44 : 32,
      controlHeightSM: 24,
      controlHeightLG: 36,
      borderRadius: 6,
      borderRadiusSM: 4,
      borderRadiusLG: 8,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.16s',
      motionDurationSlow: '0.2s',
      boxShadow: value('--shadow'),
      boxShadowSecondary: value('--shadow'),
      boxShadowTertiary: 'none',
      wireframe: false,
    },
    components: {
      Table: {
        headerBg: value('--surface'),
        headerColor: value('--text-2'),
        headerSplitColor: 'transparent',
        rowHoverBg: value('--hover'),
        rowSelectedBg: value('--selected'),
        rowSelectedHoverBg: value('--selected'),
        borderColor: value('--border'),
        // Small: page-table.css sets the row height, whatever a cell contains.
        cellPaddingBlockSM: 3,
        cellPaddingInlineSM: 8,
        cellFontSizeSM: 14,
      },
      Form: {
        itemMarginBottom: pixels('--field-room'),
        labelColor: value('--text'),
        verticalLabelPadding: '0 0 4px',
      },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      Modal: { titleFontSize: 16 },
      Drawer: { paddingLG: 16 },
    },
  };
}
