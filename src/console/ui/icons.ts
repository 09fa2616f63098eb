// The icons of the console, one import for each: Lucide, drawn with a stroke of 1.75 (`.lucide` in the style sheets).

export { default as DownIcon } from 'lucide-react/icons/arrow-down';
export { default as DataFlowsIcon } from 'lucide-react/icons/arrow-left-right';
export { default as UpIcon } from 'lucide-react/icons/arrow-up';
export { default as CheckIcon } from 'lucide-react/icons/check';
export { default as ChevronDownIcon } from 'lucide-react/icons/chevron-down';
export { default as DevelopersIcon } from 'lucide-react/icons/code-xml';
export { default as ExternalLinkIcon } from 'lucide-react/icons/external-link';
export { default as CategoriesIcon } from 'lucide-react/icons/folder-tree';
export { default as GripIcon } from 'lucide-react/icons/grip-vertical';
export { default as HomeIcon } from 'lucide-react/icons/house';
export { default as MediaIcon } from 'lucide-react/icons/images';
export { default as LanguageIcon } from 'lucide-react/icons/languages';
export { default as SignOutIcon } from 'lucide-react/icons/log-out';
export { default as MenuIcon } from 'lucide-react/icons/menu';
export { default as ProductsIcon } from 'lucide-react/icons/package';
export { default as CollapseIcon } from 'lucide-react/icons/panel-left';
export { default as CreateIcon } from 'lucide-react/icons/plus';
export { default as SearchIcon } from 'lucide-react/icons/search';
export { default as SettingsIcon } from 'lucide-react/icons/settings';
export { default as ModelIcon } from 'lucide-react/icons/shapes';
export { default as ChannelsIcon } from 'lucide-react/icons/store';
export { default as ThemeIcon } from 'lucide-react/icons/sun-moon';
export { default as UploadIcon } from 'lucide-react/icons/upload';
export { default as AccountIcon } from 'lucide-react/icons/user';
export { default as CloseIcon } from 'lucide-react/icons/x';
