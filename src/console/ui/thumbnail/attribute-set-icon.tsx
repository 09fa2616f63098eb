import FoodIcon from 'lucide-react/icons/apple';
import FurnitureIcon from 'lucide-react/icons/armchair';
import BabyIcon from 'lucide-react/icons/baby';
import BagIcon from 'lucide-react/icons/backpack';
import BedIcon from 'lucide-react/icons/bed';
import BicycleIcon from 'lucide-react/icons/bike';
import BookIcon from 'lucide-react/icons/book';
import BoxIcon from 'lucide-react/icons/box';
import BuildingIcon from 'lucide-react/icons/brick-wall';
import CableIcon from 'lucide-react/icons/cable';
import CameraIcon from 'lucide-react/icons/camera';
import CarIcon from 'lucide-react/icons/car';
import KitchenIcon from 'lucide-react/icons/cooking-pot';
import ChipIcon from 'lucide-react/icons/cpu';
import SportIcon from 'lucide-react/icons/dumbbell';
import ShoeIcon from 'lucide-react/icons/footprints';
import GameIcon from 'lucide-react/icons/gamepad-2';
import JewelryIcon from 'lucide-react/icons/gem';
import StorageIcon from 'lucide-react/icons/hard-drive';
import AudioIcon from 'lucide-react/icons/headphones';
import LampIcon from 'lucide-react/icons/lamp';
import ComputerIcon from 'lucide-react/icons/laptop';
import BulbIcon from 'lucide-react/icons/lightbulb';
import TravelIcon from 'lucide-react/icons/luggage';
import MonitorIcon from 'lucide-react/icons/monitor';
import MusicIcon from 'lucide-react/icons/music';
import PetIcon from 'lucide-react/icons/paw-print';
import MedicineIcon from 'lucide-react/icons/pill';
import PrinterIcon from 'lucide-react/icons/printer';
import PartIcon from 'lucide-react/icons/puzzle';
import ClothingIcon from 'lucide-react/icons/shirt';
import PhoneIcon from 'lucide-react/icons/smartphone';
import SpeakerIcon from 'lucide-react/icons/speaker';
import CosmeticsIcon from 'lucide-react/icons/spray-can';
import GardenIcon from 'lucide-react/icons/sprout';
import ToyIcon from 'lucide-react/icons/toy-brick';
import WatchIcon from 'lucide-react/icons/watch';
import DrinkIcon from 'lucide-react/icons/wine';
import ToolIcon from 'lucide-react/icons/wrench';

const ICONS: Readonly<Record<string, typeof BoxIcon>> = {
  audio: AudioIcon,
  baby: BabyIcon,
  bag: BagIcon,
  bed: BedIcon,
  bicycle: BicycleIcon,
  book: BookIcon,
  box: BoxIcon,
  building: BuildingIcon,
  bulb: BulbIcon,
  cable: CableIcon,
  camera: CameraIcon,
  car: CarIcon,
  chip: ChipIcon,
  clothing: ClothingIcon,
  computer: ComputerIcon,
  cosmetics: CosmeticsIcon,
  drink: DrinkIcon,
  food: FoodIcon,
  furniture: FurnitureIcon,
  game: GameIcon,
  garden: GardenIcon,
  jewelry: JewelryIcon,
  kitchen: KitchenIcon,
  lamp: LampIcon,
  medicine: MedicineIcon,
  monitor: MonitorIcon,
  music: MusicIcon,
  part: PartIcon,
  pet: PetIcon,
  phone: PhoneIcon,
  printer: PrinterIcon,
  shoe: ShoeIcon,
  speaker: SpeakerIcon,
  sport: SportIcon,
  storage: StorageIcon,
  tool: ToolIcon,
  toy: ToyIcon,
  travel: TravelIcon,
  watch: WatchIcon,
};

/** Names of the icons, as the API has them. */
export const ICON_NAMES: readonly string[] = Object.keys(ICONS);

/** Shows the icon of an attribute set; nothing for one that this console does not know yet. */
export default function AttributeSetIcon({ name }: { readonly name: string }) {
  const Icon = ICONS[name];
  return Icon === undefined ? null : <Icon aria-hidden="true" />;
}
