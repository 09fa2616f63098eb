export { savedViewModule } from './saved-view.module.ts';
export {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from './saved-view.operations.ts';
