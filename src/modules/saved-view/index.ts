export {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from './saved-view.operations.ts';
